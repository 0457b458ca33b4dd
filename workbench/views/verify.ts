/** The forms that begin a verification, of a text and of a document. */
import { MODES } from '#contracts/vocabulary.ts';
import { html, type Markup } from '#markup/html.ts';
import { plain } from '#results/page/words.ts';
import { DOCUMENTS_PATH, VERIFY_PATH } from '../paths.ts';
import { csrfField, keyField, type Viewer } from './layout.ts';
import { alert } from './sign-in.ts';

/** How long what is verified here is kept, unless the organization keeps it for less. */
export const KEPT_HOURS = 720;

interface Choices {
  profiles: readonly string[];
  sourceSets: readonly { id: string; name: string }[];
  /** What was filled in before. */
  fields: Record<string, string>;
  refusal: string | null;
}

const MODE_WORDS: Record<(typeof MODES)[number], string> = {
  thorough: 'thorough: everything that can be asked',
  triage: 'triage: what matters most',
  fast: 'fast: nobody outside',
};

export function verifyPage({ csrf }: Viewer, { profiles, sourceSets, fields, refusal }: Choices) {
  const { content = '', question = '', profile, mode, source_set_id } = fields;
  const option = (value: string, label: string, chosen: string | undefined) =>
    html`<option value="${value}"${value === chosen ? html` selected` : null}>${label}</option>`;
  return {
    title: 'Verify a text',
    script: 'verify.js',
    body: html`<h1>Verify a text</h1>
${refusal === null ? null : alert(refusal)}
<form class="card stack" method="post" action="${VERIFY_PATH}" data-verify>
${csrfField(csrf)}${keyField()}
<label>Text
<textarea name="content" required maxlength="100000" dir="auto" aria-describedby="text-hint">${newlineKept(content)}</textarea></label>
<p class="hint" id="text-hint">Up to 100,000 characters. <span data-drop-hint hidden>Or drop a text file here, or <label class="file">choose one<input type="file" accept=".txt,.md,text/plain,text/markdown" data-file></label>; it goes into the field, where you can still change it.</span></p>
<div class="fields">
<label>Profile <select name="profile">${profiles.map((name) => option(name, plain(name), profile))}</select></label>
<label>Sources <select name="source_set_id">${option('', 'as the profile says', source_set_id)}${sourceSets.map(({ id, name }) => option(id, name, source_set_id))}</select></label>
<label>Effort <select name="mode">${MODES.map((name) => option(name, MODE_WORDS[name], mode))}</select></label>
</div>
<details${question === '' ? null : html` open`}><summary>What was asked</summary>
<label>Question <input name="question" maxlength="4000" dir="auto" value="${question}">
<span class="hint">Context for the text, such as who “he” is. It is never verified itself.</span></label></details>
<button>Verify</button>
</form>
<form class="card stack" method="post" action="${DOCUMENTS_PATH}" enctype="multipart/form-data">
<h2>Or a document</h2>
${csrfField(csrf)}${keyField()}<input type="hidden" name="retention_hours" value="${KEPT_HOURS}">
<div class="fields">
<label>File <input name="file" type="file" required accept=".pdf,.docx,.md,.txt,.html,.htm"></label>
<label>Profile <select name="profile">${profiles.map((name) => option(name, plain(name), profile))}</select></label>
</div>
<p class="hint">PDF, DOCX, Markdown, text or HTML, up to 25 MB. A scanned PDF has no text to verify.</p>
<button>Verify the document</button>
</form>`,
  };
}

/** A browser drops the first line break of a field. */
function newlineKept(text: string): Markup {
  return html`${'\n'}${text}`;
}
