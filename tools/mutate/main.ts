/**
 * Makes one small mistake at a time and runs the tests of the package that run its place, until one fails. A
 * mutant that all of them pass has survived. No file changes.
 *
 * - `npm run mutate -- plugins/links/src/discovery`: all mutants of a folder or file.
 * - `npm run mutate -- --rooms`: of the rooms of `rooms.ts`; fails for a room below its floor.
 * - `npm run mutate -- --table`: the mistakes of `mistakes.json`; fails for one that survives.
 * - `--most=40 --seed=7`: so many of each room, drawn at random. `--processes=2`: at the same time.
 *   `--budget=20`: CPU of the tests of one mutant, s.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { random } from '@linecard/simulator'
import { startTestServer } from '@linecard/test-kit/worlds/server'
import { readRepository } from '../repository.ts'
import { mutantOf, mutantsOf, type Mutant } from './mutants.ts'
import { parseAll } from './parse.ts'
import { graphOf, nearTests } from './plan.ts'
import { killAll, openLane } from './pool.ts'
import { createLearner } from './learn.ts'
import { tryAll, type Verdict } from './run.ts'
import { rooms, type Room } from './rooms.ts'

interface Mistake {
  file: string
  was: string
  became: string
}

const { values: options, positionals: parts } = parseArgs({
  allowPositionals: true,
  options: {
    rooms: { type: 'boolean', default: false },
    table: { type: 'boolean', default: false },
    most: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
    processes: { type: 'string', default: String(availableParallelism()) },
    budget: { type: 'string', default: '20' },
  },
})
const readJson = <T>(name: string) => JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')) as T
const nameOf = ({ file, was, became }: Mistake): string => `${file}: ${was} → ${became}`

/** Mutants that change nothing that anybody can see, with the reason. */
const equivalent = readJson<Record<string, string>>('equivalent.json')
const repository = await readRepository()
const texts = new Map(
  [...repository.packages.map(({ files }) => files), repository.loose].flatMap(files => [...files]),
)
const sources = [...texts.keys()].filter(name => name.includes('/src/') && !name.endsWith('.test.ts'))
const filesOf = ({ paths }: Room) =>
  sources.filter(name => paths.some(path => name.startsWith(path.replace(/^\.\//, ''))))

/** A mistake of the table; it must stand exactly once in the file. */
function fromTable({ file, was, became }: Mistake): Mutant {
  const text = texts.get(file) ?? ''
  const start = text.indexOf(was)
  if (start < 0 || text.includes(was, start + 1)) throw new Error(`${file} has not exactly one: ${was}`)
  return mutantOf(file, text, { start, end: start + was.length, text: became })
}

function drawn(mutants: readonly Mutant[]): Mutant[] {
  const next = random(Number(options.seed))
  return mutants
    .map(mutant => ({ mutant, order: next() }))
    .toSorted((a, b) => a.order - b.order)
    .slice(0, Number(options.most))
    .map(({ mutant }) => mutant)
    .toSorted((a, b) => (a.file === b.file ? a.start - b.start : a.file < b.file ? -1 : 1))
}

/** The rooms of this run with their mutants. */
function chosen(): { room: Room; mutants: Mutant[] }[] {
  if (options.table) {
    const mistakes = readJson<Mistake[]>('mistakes.json')
    const mutants = mistakes
      .filter(({ file }) => parts.length === 0 || parts.some(part => file.startsWith(part)))
      .map(fromTable)
    return [{ room: { name: 'table', paths: [], floor: 100 }, mutants }]
  }
  const wanted = options.rooms
    ? rooms.filter(({ name }) => parts.length === 0 || parts.includes(name))
    : parts.map(path => ({ name: path, paths: [path], floor: 0 }))
  const files = [...new Set(wanted.flatMap(filesOf))]
  const parsed = parseAll(new Map(files.map(file => [file, texts.get(file)!])))
  const made = new Map(files.map(file => [file, mutantsOf(file, parsed.get(file)!)]))
  const names = new Set([...made.values()].flat().map(nameOf))
  for (const name of Object.keys(equivalent))
    if (files.some(file => name.startsWith(`${file}: `)) && !names.has(name))
      throw new Error(`equivalent.json: this mutant is gone: ${name}`)
  return wanted.map(room => {
    const mutants = filesOf(room).flatMap(file => made.get(file)!)
    return { room, mutants: drawn(mutants.filter(mutant => !Object.hasOwn(equivalent, nameOf(mutant)))) }
  })
}

/**
 * The share of a room that passes, %. A few mutants drawn at random may have more survivors than the whole
 * room: three standard deviations are left to chance.
 */
function floorOf({ floor }: Room, count: number, sampled: boolean): number {
  const share = floor / 100
  return sampled ? 100 * (share - 3 * Math.sqrt((share * (1 - share)) / count)) : floor
}

/** Prints the survivors of a room and its share. Whether the room is at its floor. */
function printRoom(room: Room, verdicts: readonly Verdict[], sampled: boolean, seconds: number): boolean {
  const floor = floorOf(room, verdicts.length, sampled)
  const survivors = verdicts.filter(({ noticed }) => !noticed)
  for (const { mutant, tests } of survivors) {
    const { file, line, was, became } = mutant
    console.log(`${file}:${line} ${was} → ${became}${tests === 0 ? ' (no test runs it)' : ''}`)
  }
  const share = verdicts.length === 0 ? 100 : (100 * (verdicts.length - survivors.length)) / verdicts.length
  console.log(
    `${room.name}: ${verdicts.length} mutants, ${verdicts.length - survivors.length} noticed, ` +
      `${survivors.length} survived, ${share.toFixed(1)} %, ${seconds.toFixed(0)} s` +
      (share < floor ? ` (the floor is ${floor.toFixed(0)} %)` : ''),
  )
  return verdicts.length > 0 && share >= floor
}

async function main(): Promise<number> {
  const work = chosen()
  if (work.every(({ mutants }) => mutants.length === 0)) {
    console.log('name a file or folder with sources, or --rooms, or --table')
    return 2
  }
  if (options.most !== 'Infinity') console.log(`seed ${options.seed}`)
  const graph = graphOf(repository, texts)
  const files = [...new Set(work.flatMap(({ mutants }) => mutants.map(({ file }) => file)))]
  const tests = [...new Set(files.flatMap(file => nearTests(file, graph)))]
  const server =
    process.env['LINECARD_TEST_POSTGRES'] || !tests.some(({ database }) => database)
      ? null
      : await startTestServer()
  const folder = mkdtempSync(join(tmpdir(), 'linecard-mutants-'))
  const env = { ...process.env, ...(server && { LINECARD_TEST_POSTGRES: server.url }) }
  const lanes = Array.from({ length: Number(options.processes) }, (_, n) =>
    openLane(join(folder, String(n)), env),
  )
  const [budget, most] = [Number(options.budget), Number(options.most)]
  const learner = createLearner(graph, openLane(join(folder, 'learning'), env), budget)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      killAll()
      void Promise.resolve(server?.stop()).then(() => process.exit(130))
    })
  let good = true
  try {
    for (const { room, mutants } of work) {
      const started = performance.now()
      const verdicts = await tryAll(mutants, { graph, learner, lanes, budget })
      good = printRoom(room, verdicts, mutants.length === most, (performance.now() - started) / 1000) && good
    }
  } finally {
    learner.close()
    killAll()
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return good ? 0 : 1
}

process.chdir(resolve(import.meta.dirname, '../..'))
process.exit(await main())
