import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Bench } from './bench.ts'

const folder = join(import.meta.dirname, '..')

/** Names of all benches: each file beside this folder is one. */
export const benchNames = (): string[] =>
  globSync('*.ts', { cwd: folder })
    .map(file => basename(file, '.ts'))
    .toSorted()

/** Loads a bench. Throws with all names if there is not one of this name. */
export async function benchOf(name: string): Promise<Bench> {
  if (!benchNames().includes(name))
    throw new Error(`no bench is named ${name}; there are: ${benchNames().join(', ')}`)
  return ((await import(join(folder, `${name}.ts`))) as { default: Bench }).default
}
