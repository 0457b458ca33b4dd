// Keys, undo and going on to the next claim. Without this script the queue is the same page with plain forms.
const queue = document.querySelector('[data-queue]');
const said = document.querySelector('[data-said]');
const dialog = document.querySelector('[data-keys]');
const help = document.querySelector('[data-help]');
/** Cards that were accepted here, the last one at the end. */
const accepted = [];

/** Looks have a limit of their own, of 60 a minute. */
const LOOK_EVERY_MS = 10_000;

const items = () => [...document.querySelectorAll('[data-item]:not([data-done])')];
const current = () => document.activeElement?.closest?.('[data-item]') ?? null;

function focus(item) {
  item?.focus();
  item?.scrollIntoView({ block: 'nearest' });
}

function move(step) {
  const all = items();
  const at = all.indexOf(current());
  focus(all[at === -1 ? 0 : Math.min(all.length - 1, Math.max(0, at + step))]);
}

/** Sends a form without leaving the page. A refusal is shown as the page that it is. */
async function send(form) {
  // By the attribute: the form has a field of that name.
  const answer = await fetch(form.getAttribute('action'), {
    method: 'POST',
    body: new URLSearchParams(new FormData(form)),
    redirect: 'manual',
  }).catch(() => null);
  // A form that was taken is answered with a redirect.
  if (answer?.type === 'opaqueredirect') return true;
  form.submit();
  return false;
}

async function accept(item) {
  const form = item.querySelector('form[data-action="accept"]');
  if (form === null || item.dataset.done !== undefined) return;
  item.dataset.done = '';
  const all = [...document.querySelectorAll('[data-item]')];
  const next = all.slice(all.indexOf(item)).find((each) => each.dataset.done === undefined);
  focus(next ?? items().at(-1));
  if (!(await send(form))) return;
  item.dataset.sent = '';
  accepted.push(item);
  said.textContent = 'Accepted.';
}

async function undo() {
  const item = accepted.pop();
  if (item === undefined) return;
  if (!(await send(item.querySelector('form[data-undo]')))) return;
  delete item.dataset.done;
  delete item.dataset.sent;
  focus(item);
  said.textContent = 'Taken back.';
}

function open(item, key) {
  const details = item?.querySelector(`details[data-key="${key}"]`);
  if (details === null || details === undefined) return;
  details.open = true;
  details.querySelector('select, input:not([type="hidden"]), textarea')?.focus();
}

const isTyping = (target) => target.closest('input, textarea, select, [contenteditable]') !== null;

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && isTyping(event.target)) {
    const item = current();
    const details = event.target.closest('details');
    if (details !== null) details.open = false;
    focus(item);
    return;
  }
  if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
  const item = current() ?? items()[0];
  const { key } = event;
  if (key === '?') dialog.showModal();
  else if (key === 'j' || key === 'ArrowDown') move(1);
  else if (key === 'k' || key === 'ArrowUp') move(-1);
  else if (key === 'u') undo();
  else if (item === undefined) return;
  else if (key === 'a') accept(item);
  else if (key === 'w') location.assign(item.querySelector('a').href);
  else if ('oegcr'.includes(key)) open(item, key);
  else return;
  event.preventDefault();
});

/** Shows what others have decided since, and what has come to the queue. */
async function look() {
  const isBusy = document.hidden || document.querySelector('[data-item] details[open]') !== null;
  const answer = isBusy ? null : await fetch(queue.dataset.queue + location.search).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const now = [...fresh.querySelectorAll('[data-item]')];
  const ids = new Set(now.map((item) => item.dataset.item));
  for (const item of items()) {
    if (ids.has(item.dataset.item)) continue;
    item.dataset.done = '';
    said.textContent = 'Somebody else has decided a claim of this list.';
  }
  const shown = new Set([...document.querySelectorAll('[data-item]')].map((item) => item.dataset.item));
  const added = now.filter((item) => !shown.has(item.dataset.item));
  if (added.length > 0) document.querySelector('[data-empty]')?.remove();
  queue.append(...added);
}
setInterval(look, LOOK_EVERY_MS);

queue.addEventListener('submit', (event) => {
  if (event.target.dataset.action !== 'accept') return;
  event.preventDefault();
  accept(event.target.closest('[data-item]'));
});

if (help !== null) {
  help.hidden = false;
  help.addEventListener('click', () => dialog.showModal());
}
focus(items()[0]);
