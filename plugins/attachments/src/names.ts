/**
 * Longest name in characters (code points), its ending included; in UTF-8 never above the 255 bytes of file
 * systems.
 */
const longest = 120
const longestBytes = 240

/** Names that Windows keeps for its devices, whatever their ending. */
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i

const cut = (text: string, characters: number, bytes: number): string => {
  let kept = [...text].slice(0, characters).join('')
  while (Buffer.byteLength(kept) > bytes) kept = [...kept].slice(0, -1).join('')
  return kept
}

/**
 * A client's name for a file, made fit to be shown and downloaded under: the last part of any path, without
 * control and invisible characters (which can turn text around, Unicode classes C, Zl, Zp), leading dots, and
 * what file systems refuse. Its ending becomes one of `endings`: `page.html` of a text is `page.html.txt`.
 * Never used as a path here.
 */
export function cleanName(given: string, endings: readonly string[]): string {
  // Cut first: what follows takes time by the square of its length.
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
    longest - suffix.length,
    longestBytes - Buffer.byteLength(suffix),
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

/** RFC 6266: a plain name for old clients, the real one in UTF-8 for all others. */
export const disposition = (kind: 'attachment' | 'inline', name: string): string =>
  `${kind}; filename="${name.normalize('NFKD').replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encoded(name)}`
