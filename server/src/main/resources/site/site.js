'use strict';
// Finds pages that contain all words, those with a word in the title first.
const field = document.getElementById('search');
const results = document.getElementById('results');
const content = document.querySelector('main');
let pages;

async function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  results.hidden = words.length === 0;
  content.hidden = words.length > 0;
  if (words.length === 0) return;
  pages ??= fetch('/docs/search.json').then((answer) => answer.json());
  const found = (await pages)
    .map((page) => ({ page, rank: rank(page, words) }))
    .filter((each) => each.rank > 0)
    .sort((one, other) => other.rank - one.rank);
  results.replaceChildren(...found.slice(0, 30).map((each) => entry(each.page, words[0])));
}

function rank(page, words) {
  const title = page.title.toLowerCase();
  const text = (page.path + ' ' + page.text).toLowerCase();
  if (!words.every((word) => title.includes(word) || text.includes(word))) return 0;
  return 1 + words.filter((word) => title.includes(word)).length;
}

function entry(page, word) {
  const item = document.createElement('li');
  const link = item.appendChild(document.createElement('a'));
  link.href = page.path;
  link.textContent = page.title;
  const at = Math.max(0, page.text.toLowerCase().indexOf(word) - 60);
  item.appendChild(document.createElement('p')).textContent = page.text.slice(at, at + 160);
  return item;
}

field.addEventListener('input', search);
field.form.addEventListener('submit', (event) => {
  event.preventDefault();
  results.querySelector('a')?.click();
});
