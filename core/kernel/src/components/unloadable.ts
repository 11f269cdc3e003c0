import { execFile } from 'node:child_process'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf, placeIn } from '../log/error.ts'

/** The first line that is no JavaScript in a file; null: all are. Nothing of the file runs. */
const brokenLine = (file: string): Promise<number | null> =>
  new Promise(resolve => {
    execFile(process.execPath, ['--check', file], { timeout: 5_000 }, (_, _out, told) => {
      const line = told.startsWith(`${file}:`) ? Number.parseInt(told.slice(file.length + 1)) : NaN
      resolve(line || null)
    })
  })

/** At most so many files of a package are read again. */
const mostFiles = 50

/** The file of a syntax error, which Node tells nobody who imports it. Empty: it is not in this package. */
async function syntaxPlaceIn(folder: string): Promise<string> {
  let read = 0
  try {
    for await (const file of glob('**/*.{js,mjs}', { cwd: folder, exclude: ['**/node_modules'] })) {
      if (++read > mostFiles) return ''
      const line = await brokenLine(join(folder, file))
      if (line !== null) return ` (${file}:${line})`
    }
  } catch {
    // The folder is gone or unreadable, which says nothing about the syntax.
  }
  return ''
}

/** Why the import of a package failed, for its operator: with the file and line of it, if one is known. */
export async function whyUnloadable(folder: string | null, error: unknown): Promise<string> {
  const message = messageOf(error)
  const [, absent] = /^Cannot find package '([^']+)' imported from /.exec(message) ?? []
  if (absent) return `imports ${absent}, which is not installed: npm install ${absent}`
  const place =
    placeIn(folder, error) ||
    (folder !== null && error instanceof SyntaxError ? await syntaxPlaceIn(folder) : '')
  return `cannot be loaded: ${message}${place}`
}
