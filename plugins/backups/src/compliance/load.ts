import { open, readdir } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { rest } from '@linecard/driver-kit'
import { parseRules } from './parse.ts'
import { mostFiles, mostOctets, mostRules, type PlacedRule, type RuleProblem } from './rule.ts'

export interface LoadedRules {
  rules: PlacedRule[]
  problems: RuleProblem[]
  /** Of all files that were read: the same rules have the same. Null: the folder could not be read. */
  hash: string | null
}

/** The beginning of a file. A device or pipe with this name is not read. */
async function textOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    if (!(await file.stat()).isFile()) throw new Error('it is no file')
    const buffer = Buffer.alloc(mostOctets + 1)
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Reads the rules of a folder, by the names of its files. What is wrong disables itself only. */
export async function loadRules(folder: string): Promise<LoadedRules> {
  const rules: PlacedRule[] = []
  const problems: RuleProblem[] = []
  const hash = createHash('sha256')
  const add = (
    file: string,
    message: string,
    hint: string,
    { line = 1, rule = null as string | null } = {},
  ) => problems.push({ file, line, column: 1, rule, message, hint })
  let names: string[]
  try {
    names = (await readdir(folder)).filter(name => /\.ya?ml$/i.test(name) && !name.startsWith('.')).toSorted()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    add('', `the folder cannot be read: ${code}`, 'See the setting backups.compliance_folder.')
    return { rules, problems, hash: null }
  }
  if (names.length > mostFiles) add('', `more than ${mostFiles} files`, 'Only the first ones are read.')
  const ids = new Map<string, string>()
  for (const name of names.slice(0, mostFiles)) {
    await rest()
    try {
      const text = await textOf(join(folder, name))
      hash.update(`${name}\0`).update(text)
      if (text.length > mostOctets) {
        add(name, `the file has more than ${mostOctets} octets`, 'Split it into several files.')
        continue
      }
      const parsed = parseRules(name, text.toString('utf8'))
      problems.push(...parsed.problems)
      for (const placed of parsed.rules) {
        const { id } = placed.rule
        const other = ids.get(id)
        const place = { line: placed.line, rule: id }
        if (other !== undefined)
          add(name, `"${id}" is a rule of ${other} already`, 'Give it another id.', place)
        else if (rules.length >= mostRules)
          add(name, `more than ${mostRules} rules`, 'It is not used.', place)
        else rules.push(placed)
        if (other === undefined) ids.set(id, name)
      }
    } catch (error) {
      add(name, `the file cannot be read: ${(error as Error).message}`, 'Look at its rights.')
    }
  }
  return { rules, problems: problems.slice(0, mostRules), hash: hash.digest('hex') }
}
