// Keys, undo and going on to the next claim. Without this script the queue is the same page with plain forms.
const queue = document.querySelector('[data-queue]');
const said = document.querySelector('[data-said]');
const dialog = document.querySelector('[data-keys]');
const help = document.querySelector('[data-help]');
/** Claims that were accepted here, the last one at the end. */
const accepted = [];

const cards = () => [...queue.querySelectorAll('[data-item]')];
const isDecided = ({ dataset: { done, resolved } }) => done !== undefined || resolved !== undefined;
const items = () => cards().filter((card) => card.dataset.done === undefined);
/** Each card as the server wrote it last. */
const written = new Map(cards().map((card) => [card.dataset.item, card.outerHTML]));
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
  const form = item.querySelector('form[data-accept]');
  if (form === null || item.dataset.done !== undefined) return;
  item.dataset.done = '';
  const all = cards();
  const next = all.slice(all.indexOf(item)).find((each) => each.dataset.done === undefined);
  focus(next ?? items().at(-1));
  if (!(await send(form))) return;
  item.dataset.sent = '';
  accepted.push(item.dataset.item);
  said.textContent = 'Accepted.';
}

async function undo() {
  const last = accepted.pop();
  const item = cards().find((card) => card.dataset.item === last && isDecided(card));
  if (item === undefined) return;
  if (!(await send(item.querySelector('form[data-undo]')))) return;
  delete item.dataset.done;
  delete item.dataset.sent;
  delete item.dataset.left;
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
  else if ('noegcr'.includes(key)) open(item, key);
  else return;
  event.preventDefault();
});

/** Shows what others have decided since, and what has come to the queue. */
document.addEventListener('live', ({ detail: { html, gone } }) => {
  const fresh = new Map(
    [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('[data-item]')].map((card) => [
      card.dataset.item,
      card,
    ]),
  );
  for (const card of cards()) {
    const { item, left } = card.dataset;
    const now = fresh.get(item);
    if (now === undefined) leave(card, gone[item]);
    // What came back was reopened.
    else if (left !== undefined || now.outerHTML !== written.get(item)) renew(card, now);
    fresh.delete(item);
  }
  if (fresh.size > 0) document.querySelector('[data-empty]')?.remove();
  for (const [item, card] of fresh) {
    written.set(item, card.outerHTML);
    queue.append(card);
  }
});

/**
 * The claim is not in this list any more. If it is open, it is behind newer ones, or in another list: it can still be decided
 * here. What somebody is writing about it stays.
 */
function leave(card, state) {
  const { dataset } = card;
  if (state === 'open' && dataset.left !== undefined) {
    delete dataset.left;
    delete dataset.done;
    tell(card, 'This claim is open again.');
  }
  if (state !== 'resolved' || dataset.left !== undefined || dataset.resolved !== undefined) return;
  dataset.left = '';
  if (dataset.done !== undefined) return;
  tell(card, 'Somebody else has decided this claim.');
  if (!isWritten(card)) dataset.done = '';
}

/** The card as it is now. What somebody is writing on it stays. */
function renew(card, now) {
  const wasWritten = written.get(card.dataset.item);
  written.set(card.dataset.item, now.outerHTML);
  if (isWritten(card)) {
    if (wasWritten !== now.outerHTML) tell(card, 'Somebody else has changed this claim.');
    return;
  }
  const isCurrent = current() === card;
  card.replaceWith(now);
  if (isCurrent) focus(now);
}

const isWritten = (card) => card.querySelector('details[open]') !== null;

function tell(card, words) {
  said.textContent = words;
  const note = card.querySelector('[data-note]') ?? document.createElement('p');
  note.dataset.note = '';
  note.className = 'note';
  note.textContent = words;
  card.prepend(note);
}

queue.addEventListener('submit', (event) => {
  if (event.target.dataset.accept === undefined) return;
  event.preventDefault();
  accept(event.target.closest('[data-item]'));
});

if (help !== null) {
  help.hidden = false;
  help.addEventListener('click', () => dialog.showModal());
}
focus(items()[0]);
