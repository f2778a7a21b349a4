package eu.callorders.server.docs;

/**
 * A page of the site.
 *
 * @param path on this server
 * @param html of the content, without the layout
 * @param text for the search
 */
record SitePage(String path, String title, String html, String text) {}
