/**
 * Loaded first into every process and thread of a run (`--import`): gives the modules of a mutant instead
 * of those on disk, so that no file changes. In a process that makes one mutant after another, what loads the
 * mutated file is loaded again under another URL; all else stays.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { isMainThread } from 'node:worker_threads'

/** What this process shall load now. Child processes and threads read it from a file. */
export interface Change {
  /** In the URLs of what is loaded again. */
  number: number
  /** Files that are loaded again, absolute. */
  again: readonly string[]
  /** A part of a file, absolute, and what stands there instead. */
  edit?: { file: string; start: number; end: number; text: string }
  /** Where others note which of these files they have loaded, absolute; only to learn it. */
  notes?: string
}

/** Modules ask whether their URL ends with `.ts`. */
export const mark = (number: number): string => `?mutant=${number}.ts`

const given = new URL(import.meta.url).searchParams
/** The process that takes orders gets each change by its order, and not from the file. */
const isFirst = isMainThread && given.get('root') === String(process.ppid)
let change: Change | null = null
let again = new Set<string>()

/** Modules that are loaded already stay as they are. */
export function setChange(next: Change): void {
  change = next
  again = new Set(next.again.map(file => pathToFileURL(file).href))
}

/**
 * For `--import`: where the change of this moment stands, and which process starts those that take orders.
 */
export const hookUrl = (file: string, root: number): string =>
  `${new URL('./hook.ts', import.meta.url).href}?${new URLSearchParams({ file, root: String(root) })}`

if (!isFirst && given.has('file')) setChange(JSON.parse(readFileSync(given.get('file')!, 'utf8')) as Change)

registerHooks({
  resolve(specifier, context, nextResolve) {
    const found = nextResolve(specifier, context)
    return isFirst && again.has(found.url) ? { ...found, url: found.url + mark(change!.number) } : found
  },
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!change) return loaded
    const plain = url.replace(/\?mutant=\d+\.ts$/, '')
    if (!isFirst && change.notes && again.has(plain)) appendFileSync(change.notes, `${plain}\n`)
    const { edit } = change
    if (!edit || plain !== pathToFileURL(edit.file).href) return loaded
    const source = String(loaded.source)
    return { ...loaded, source: source.slice(0, edit.start) + edit.text + source.slice(edit.end) }
  },
})
