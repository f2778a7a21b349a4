// Waits until a softphone has heard a sentence: node speech.js DIRECTORY SENTENCE
// DIRECTORY: with its recordings, *-dec.wav. The loudness of what was heard, over time, must be that of the sentence.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const [directory, sentence] = process.argv.slice(2)
const FRAMES_A_SECOND = 50
const LIKENESS = 0.85
/** Frames at the end of a sentence of which the call may have ended. */
const PAUSE = 25
const TIMEOUT = 120_000

/** The loudness of a WAV file, in frames of 20 ms; a recording that goes on has no length in its header. */
function loudness(file) {
  const wav = fs.readFileSync(file)
  if (wav.length < 44) return []
  const samples = wav.readUInt32LE(24) / FRAMES_A_SECOND
  const frames = []
  for (let at = 44; at + 2 * samples <= wav.length; at += 2 * samples) {
    let energy = 0
    for (let i = 0; i < samples; i++) energy += wav.readInt16LE(at + 2 * i) ** 2
    frames.push(Math.sqrt(energy / samples))
  }
  // The frames of the two sides begin at different instants.
  return frames.map((_, i) => (frames[Math.max(0, i - 1)] + frames[i] + frames[Math.min(i + 1, frames.length - 1)]) / 3)
}

/** Pearson's correlation of the wanted frames with those that begin at an index. */
function likeness(heard, at, wanted) {
  let x = 0, y = 0, xx = 0, yy = 0, xy = 0
  for (let i = 0; i < wanted.length; i++) {
    const a = heard[at + i], b = wanted[i]
    x += a, y += b, xx += a * a, yy += b * b, xy += a * b
  }
  const n = wanted.length
  return (n * xy - x * y) / Math.sqrt((n * xx - x * x) * (n * yy - y * y)) || 0
}

function best(wanted) {
  let most = 0
  for (const name of fs.readdirSync(directory).filter((each) => each.endsWith('-dec.wav'))) {
    const heard = loudness(path.join(directory, name)).concat(Array(PAUSE).fill(0))
    for (let at = 0; at + wanted.length <= heard.length; at++) most = Math.max(most, likeness(heard, at, wanted))
  }
  return most
}

const rendered = path.join(directory, 'sentence.wav')
execFileSync('espeak-ng', ['-v', 'en', '-w', rendered, sentence])
const wanted = loudness(rendered)
const deadline = Date.now() + TIMEOUT
const timer = setInterval(() => {
  const found = best(wanted)
  if (found >= LIKENESS) {
    clearInterval(timer)
  } else if (Date.now() > deadline) {
    clearInterval(timer)
    console.error(`likeness ${found.toFixed(2)}`)
    process.exitCode = 1
  }
}, 200)
