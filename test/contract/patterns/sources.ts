import { glob, readFile } from 'node:fs/promises'

/** A pattern of the sources, with its place. */
export interface Written {
  where: string
  source: string
}

const literal = /(?<![\w)\]/])\/(?![/*])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\n\\[])+)\/[dgimsuvy]*(?!\w)/g

/** Every literal of a pattern with a named group in the drivers and in the parsers that they share. */
export async function writtenPatterns(): Promise<Written[]> {
  const found: Written[] = []
  for await (const file of glob(['drivers/*/src/**/*.ts', 'core/driver-kit/src/cli/parse/*.ts'])) {
    const text = await readFile(file, 'utf8')
    const names = text.replace(/^\s*(?:\/?\*|\/\/).*$/gm, '')
    for (const [, source = ''] of names.matchAll(literal)) {
      if (!/\(\?<[a-z]/.test(source)) continue
      found.push({ where: file, source })
    }
  }
  return found.toSorted((a, b) => (a.where < b.where ? -1 : 1))
}
