/**
 * Keeps requests within the rate limit that the service shows in `RateLimit-Limit`, `-Remaining` and `-Reset`, so that
 * it refuses none. The rate is the highest that these fields prove.
 */
export class RatePacer {
  #known = false;
  #unlimited = false;
  #permits = 1;
  #limit = 1;
  #perSecond = 0;
  #refilledAt: number;
  #pausedUntil = 0;

  /** @param now milliseconds of a steady clock */
  constructor(private readonly now: () => number = () => performance.now()) {
    this.#refilledAt = now();
  }

  /** Takes a permit and returns 0, or returns the milliseconds to wait before the next try. */
  tryAcquire(): number {
    const now = this.now();
    if (now < this.#pausedUntil) return this.#pausedUntil - now;
    if (this.#unlimited) return 0;
    this.#refill(now);
    if (this.#permits >= 1) {
      this.#permits--;
      return 0;
    }
    // Before the first response, and while the rate is unknown, one request at a time.
    const rate = this.#perSecond || (this.#known ? 1 : 100);
    return Math.ceil(((1 - this.#permits) / rate) * 1000);
  }

  #refill(now: number): void {
    this.#permits = Math.min(this.#limit, this.#permits + ((now - this.#refilledAt) / 1000) * this.#perSecond);
    this.#refilledAt = now;
  }

  /** Reads the fields of a response. */
  update(headers: Headers): void {
    const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((name) => headers.get(`RateLimit-${name}`));
    if (!limit || !remaining || !reset) {
      this.#unlimited = true;
      return;
    }
    this.#refill(this.now());
    this.#limit = Math.max(1, Number(limit));
    this.#unlimited = Number(reset) === 0;
    if (!this.#unlimited) {
      this.#perSecond = Math.max(this.#perSecond, (this.#limit - Number(remaining)) / Number(reset));
    }
    this.#permits = this.#known ? Math.min(this.#permits, Number(remaining)) : Number(remaining);
    this.#known = true;
  }

  /** Returns the permit of a request that got no response. */
  release(): void {
    this.#permits = Math.min(this.#limit, this.#permits + 1);
  }

  /** Sends nothing for some milliseconds: the service has asked for it. */
  pause(milliseconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.now() + milliseconds);
    this.#permits = Math.min(this.#permits, 1);
  }
}
