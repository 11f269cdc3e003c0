import type { ConsoleBehaviour } from './behaviour.ts'
import type { AnyDialect } from './shell.ts'
import type { Tty } from './tty.ts'

/**
 * Prints a text page by page until it ends or the user quits. A screen that `refreshes` waits for a quit even
 * at its end.
 */
export async function printPages(
  text: string,
  refreshes: boolean,
  { pager }: Pick<AnyDialect, 'pager'>,
  tty: Tty,
  behaviour: () => ConsoleBehaviour,
): Promise<void> {
  const lines = text.split('\n')
  const rows = (behaviour().pageRows ?? pager.rows) - 1
  let shown = 0
  const show = (count: number) => {
    const page = lines.slice(shown, shown + count)
    tty.write(page.map((line, at) => (shown + at < lines.length - 1 ? `${line}\n` : line)).join(''))
    shown += count
  }
  const knownKeys = `${pager.quit}${pager.all ?? ''} \rn`
  const pagerKey = async (): Promise<string> => {
    for (;;) {
      const key = await tty.key()
      if (knownKeys.includes(key)) return key
    }
  }
  show(rows)
  while (shown < lines.length || refreshes) {
    tty.write(behaviour().pager ?? (refreshes ? pager.refreshing : undefined) ?? pager.text)
    const key = await pagerKey()
    tty.write(pager.erase)
    if (pager.quit.includes(key)) return
    show(pager.all?.includes(key) && !refreshes ? Infinity : key === '\r' ? 1 : rows)
  }
}
