import { readFile } from 'node:fs/promises'
import { generators } from '../generate/generators.ts'
import type { Finding } from '../repository.ts'

/** Compares the text of a generator with the committed text. Null in `committed`: the file does not exist. */
export function compareGenerated(file: string, wanted: string, committed: string | null): Finding | null {
  if (committed === wanted) return null
  const wrong = committed === null ? 'is generated but not there' : 'is not current'
  return { file, message: `${wrong}: run npm run generate` }
}

/** Runs every generator. Its text must equal the committed text. */
export async function checkGenerated(): Promise<Finding[]> {
  const findings = await Promise.all(
    Object.entries(generators).map(async ([file, make]) =>
      compareGenerated(file, await make(), await readFile(file, 'utf8').catch(() => null)),
    ),
  )
  return findings.filter(finding => finding !== null)
}
