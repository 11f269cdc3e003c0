/** Longest name with its ending, in code points. In UTF-8 it stays below the 255 bytes of file systems. */
const maxCharacters = 120
const maxBytes = 240

/** Names that Windows reserves for its devices, with any ending. */
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i

const cut = (text: string, characters: number, bytes: number): string => {
  let kept = [...text].slice(0, characters).join('')
  while (Buffer.byteLength(kept) > bytes) kept = [...kept].slice(0, -1).join('')
  return kept
}

/**
 * Makes a client's name of a file safe to show and to download: the last part of a path, without control and
 * invisible characters (Unicode classes C, Zl, Zp; some reverse the text), leading dots, and characters that
 * file systems refuse. Its ending becomes one of `endings`: `page.html` of a text is `page.html.txt`.
 * The service never uses the name as a path.
 */
export function cleanName(given: string, endings: readonly string[]): string {
  // Cut first: the time of the rest grows with the square of the length.
  const last = given
    .split(/[/\\]|%2f|%5c/i)
    .at(-1)!
    .slice(-1000)
    .toWellFormed()
    .normalize('NFC')
  const visible = last
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  const [, stem = '', ending = ''] = /^(.*?)(?:\.([^.]*))?$/su.exec(visible) ?? []
  const fits = stem !== '' && endings.includes(ending.toLowerCase())
  const suffix = `.${fits ? ending : endings[0]!}`
  const body = cut(
    fits ? stem : visible,
    maxCharacters - suffix.length,
    maxBytes - Buffer.byteLength(suffix),
  ).replace(/[. ]+$/, '')
  const named = `${body || 'file'}${suffix}`
  return reserved.test(named) ? `_${named}` : named
}

/** Characters of RFC 8187 §3.2.1 that need no encoding are fewer than those of encodeURIComponent. */
const encoded = (name: string) =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Header of RFC 6266: an ASCII name for old clients, the real name in UTF-8 for all others. */
export const disposition = (kind: 'attachment' | 'inline', name: string): string =>
  `${kind}; filename="${name.normalize('NFKD').replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encoded(name)}`
