package eu.callorders.server.docs;

/** The frame of each page: navigation and search. */
final class SiteLayout {
  private static final String PAGE =
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>{title} - Call Orders</title>
      <link rel="icon" href="/docs/favicon-32x32.png">
      <link rel="stylesheet" href="/docs/site.css">
      </head>
      <body>
      <header>
      <nav aria-label="Sections">
      <a href="/docs">Call Orders</a>
      <a href="/docs/contract">Contract</a>
      <a href="/docs/guides/sandbox">Sandbox</a>
      <a href="/docs/problems">Problems</a>
      <a href="/docs/events">Events</a>
      </nav>
      <form role="search">
      <input type="search" id="search" placeholder="Search" aria-label="Search" autocomplete="off">
      </form>
      </header>
      <ol id="results" aria-live="polite" hidden></ol>
      <main>
      {content}</main>
      <script src="/docs/site.js"></script>
      </body>
      </html>
      """;

  private SiteLayout() {}

  static String page(SitePage page) {
    return PAGE.replace("{title}", escape(page.title())).replace("{content}", page.html());
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
