import type { Exchange } from './peer.ts'

/** A line that the pager has torn: what stood before it, and what followed after the key. */
export interface Tear {
  head: string
  tail: string
}

/** Lines at the end of a page in which the pager may stand: the device may print messages below it. */
const maxBelow = 4

/** The page without the pager at its end, and without what the device printed below that. */
function withoutPager(page: string, pagers: readonly RegExp[]): { page: string; head: string } {
  const lines = page.split(/(?<=\n)/)
  for (let at = lines.length - 1; at >= Math.max(0, lines.length - maxBelow); at--) {
    // oxlint-disable-next-line no-control-regex -- some consoles print NUL behind a pager
    const plain = lines[at]!.replace(/[\u0000\r\n]+$/, '').trimEnd()
    const found = plain === '' ? null : pagers.map(pager => pager.exec(plain)).find(one => one !== null)
    if (found) {
      const head = plain.slice(0, found.index)
      return { page: lines.slice(0, at).join('') + head, head }
    }
  }
  return { page, head: '' }
}

/** All pages of an output as one text, without pagers. */
export function joinPages(
  { output, keys = [] }: Pick<Exchange, 'output' | 'keys'>,
  pagers: readonly RegExp[],
): { text: string; tears: Tear[] } {
  const tears: Tear[] = []
  const pages = [output, ...keys].map((page, at, all) => {
    // The console deletes the pager first.
    const own = at === 0 ? page : page.replace(/^[\b]+ *[\b]*/, '')
    const last = tears.at(-1)
    if (last && at > 0) last.tail = /^[^\r\n]*/.exec(own)![0]
    if (at === all.length - 1) return own
    const cut = withoutPager(own, pagers)
    tears.push({ head: cut.head, tail: '' })
    return cut.page
  })
  return { text: pages.join(''), tears }
}
