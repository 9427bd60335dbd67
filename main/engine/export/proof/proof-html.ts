import { createHash } from 'node:crypto'
import type { ProofData } from '../../../../shared/library/proof.ts'
import { proofScript, proofStyle } from './page-parts.ts'

/**
 * The page of a proof: opened from a folder it shows files of that folder, runs its own script alone and reaches no network
 * (EXP32). Whatever stands in the data is text.
 */
export function proofHtml(data: ProofData, language: string): string {
  const { title, words } = data
  const policy = [
    "default-src 'none'",
    `script-src '${digestOf(proofScript)}'`,
    `style-src '${digestOf(proofStyle)}'`,
    // A page from a folder has no origin of its own in some browsers.
    "img-src 'self' file:",
    "media-src 'self' file:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const named = (id: string, text: string, look = '') =>
    `<button id="${id}" type="button"${look}>${escaped(text)}</button>`
  return `<!doctype html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<style>${proofStyle}</style>
</head>
<body>
<header>
<h1>${escaped(title)}</h1>
<span class="summary" role="status"></span>
<label>${escaped(words.show)} <select id="show"></select></label>
</header>
<main>
<p class="intro">${escaped(words.intro)} ${escaped(words.keys)}</p>
<noscript><p class="intro">${escaped(words.noScript)}</p></noscript>
<div class="grid"></div>
</main>
<footer>
<label>${escaped(words.name)} <input id="name" maxlength="100" autocomplete="name"></label>
<span class="state grow" role="status"></span>
${named('copy', words.copy)}
${named('download', words.download, ' class="primary"')}
</footer>
<dialog aria-label="${escaped(title)}">
<div class="row">${named('previous', words.previous)}${named('next', words.next)}<span class="grow"></span>${named('close', words.close)}</div>
<div class="stage"></div>
<div class="controls"></div>
</dialog>
<script id="proof" type="application/json">${jsonIn(data)}</script>
<script type="module">${proofScript}</script>
</body>
</html>
`
}

function digestOf(text: string): string {
  const digest = createHash('sha256').update(text).digest()
  return `sha256-${digest.toString('base64')}`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** JSON that ends no element and begins no comment. */
function jsonIn(data: ProofData): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
