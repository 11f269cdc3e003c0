/**
 * `npm run mutate -- [part of a file's path] [--most=N] [--seed=N]`: makes one small mistake at a time in the guard, the
 * scope, the settings and the call paths, and runs the tests that must notice it, in a copy of this checkout.
 * A mutant that all tests pass has survived. Fails for survivors without a reason in `reasons.json`, and for
 * reasons whose mutant is gone. Takes about ten seconds a mutant.
 */
import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { random } from '@linecard/simulator'
import { mutantsOf, type Mutant } from './mutants.ts'
import { subjects } from './subjects.ts'

const option = (name: string) =>
  process.argv.find(one => one.startsWith(`--${name}=`))?.slice(name.length + 3)
const part = process.argv.slice(2).find(one => !one.startsWith('--')) ?? ''
const most = Number(option('most') ?? Infinity)
const next = random(Number(option('seed') ?? 1))
const testMs = 240_000

/** A checkout in which files may be broken. Its packages are found by links into itself. */
async function copyOf(root: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'linecard-mutants-'))
  for (const name of await readdir(root)) {
    if (name === '.git' || name === 'node_modules') continue
    await cp(join(root, name), join(copy, name), { recursive: true, verbatimSymlinks: true })
  }
  await symlinkModules(root, copy)
  return copy
}

/** Third-party packages are shared; the links of the workspace are relative and lead into the copy. */
async function symlinkModules(root: string, copy: string): Promise<void> {
  await mkdir(join(copy, 'node_modules'))
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name === '@linecard')
      await cp(join(root, 'node_modules', name), join(copy, 'node_modules', name), {
        recursive: true,
        verbatimSymlinks: true,
      })
    else await symlink(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  }
}

/** Whether the tests pass. They stop at the first file that fails. */
async function pass(copy: string, tests: readonly string[]): Promise<boolean> {
  for (const test of tests) {
    const child = spawn(process.execPath, ['--conditions=source', 'core/test-kit/src/run.ts', test], {
      cwd: copy,
      stdio: 'ignore',
      env: { ...process.env, CI: '' },
    })
    const timer = setTimeout(() => child.kill('SIGKILL'), testMs)
    const code = await new Promise(done => child.on('close', done))
    clearTimeout(timer)
    if (code !== 0) return false
  }
  return true
}

const reasonsFile = join(import.meta.dirname, 'reasons.json')
const reasons = JSON.parse(await readFile(reasonsFile, 'utf8')) as Record<string, string>
const nameOf = ({ file, what }: Mutant) => `${file}: ${what}`

const root = resolve('.')
const copy = await copyOf(root)
const [survivors, all] = [[] as Mutant[], new Set<string>()]
let killed = 0
try {
  for (const { files, tests } of subjects) {
    const found = await Promise.all(
      files.map(async file => mutantsOf(file, await readFile(join(root, file), 'utf8'))),
    )
    for (const one of found.flat()) all.add(nameOf(one))
    const chosen = found
      .flat()
      .filter(({ file }) => file.includes(part))
      .map(mutant => ({ mutant, order: next() }))
      .toSorted((a, b) => a.order - b.order)
      .slice(0, most)
    if (chosen.length === 0) continue
    if (!(await pass(copy, tests))) throw new Error(`without a mistake the tests fail: ${tests.join(' ')}`)
    for (const { mutant } of chosen) {
      const whole = await readFile(join(root, mutant.file), 'utf8')
      await writeFile(join(copy, mutant.file), mutant.text)
      const survived = await pass(copy, tests)
      await writeFile(join(copy, mutant.file), whole)
      if (survived) survivors.push(mutant)
      else killed++
      console.log(`${survived ? 'SURVIVED' : 'killed  '} ${mutant.file}:${mutant.line} ${mutant.what}`)
    }
  }
} finally {
  await rm(copy, { recursive: true, force: true })
}

const unexplained = survivors.filter(one => !Object.hasOwn(reasons, nameOf(one)))
const stale = Object.keys(reasons).filter(name => !all.has(name))
console.log(`${killed} killed, ${survivors.length} survived, of them ${unexplained.length} without a reason`)
for (const one of unexplained) console.log(`NO REASON ${nameOf(one)}`)
for (const name of stale) console.log(`GONE ${name}`)
process.exitCode = unexplained.length + stale.length > 0 ? 1 : 0
