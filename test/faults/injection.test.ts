import { existsSync, readdirSync } from 'node:fs'
import { familiesOf, type Driver, type Implementation, type Varbind } from '@linecard/driver-kit'
import { buildIndex, type KnownModel } from '@linecard/driver-kit/detection'
import { interfacesList } from '@linecard/driver-kit/modules'
import { replaySession } from '@linecard/driver-kit/testing'
import { assert, suite } from '@linecard/test-kit'
import {
  hostileTexts,
  recordingsOf,
  renamed,
  tryOut,
  usualArguments,
  type Recorded,
  type Tried,
} from '../support/hostile.ts'

/**
 * Command injection (fault 67) for every driver: each changing module of each recorded model, with each of
 * its arguments. A hostile text is refused before anything is sent to the device, or it replaces the harmless
 * text as one word of the same commands.
 */
const test = suite('command injection', { level: 'full' })

/** A word that is in no command. */
const harmless = 'qzroofqz'
/** Characters that a console may get outside of double quotes. */
const plain = /^[\w ./:,()@#%*+=~^[\]{}!-]*$/
const refusals: ReadonlySet<string> = new Set(['BadArgument', 'ParseFailed', 'InterfaceMoved'])
/**
 * The device accepts the text and shows another one, or it gets a request that it does not answer. In each
 * case the text was sent to the device.
 */
const arrived: ReadonlySet<string> = new Set(['done', 'NotApplied', 'Unsupported'])

/** Number of texts that were tried, and of those that were sent to a device as one word. */
let [tries, taken] = [0, 0]

const nothingLeft = ({ typed, sent, words }: Tried) => typed.length + sent.length + words.length === 0
const bytes = ({ value }: Varbind) => (Buffer.isBuffer(value) ? value : Buffer.from(String(value)))
const shown = (text: string) => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)

/** What is wrong with the sent commands, compared with the commands for a harmless text. */
function wrongIn(tried: Tried, base: Tried, put: (line: string) => string): string | null {
  // A family that borrows a recording may find no place for a port whose name says none.
  if (tried.outcome === 'Unsupported' && nothingLeft(tried)) return null
  if (refusals.has(tried.outcome))
    return nothingLeft(tried)
      ? null
      : `was refused (${tried.outcome}) after something had left for the device`
  if (!arrived.has(tried.outcome)) return `ended in ${tried.outcome}`
  taken++
  for (const command of tried.typed) {
    if (!/^[\x20-\x7e]*$/.test(command)) return `typed ${shown(command)}, which is no line of printable ASCII`
    if (!plain.test(command.replace(/"[^"\\?]*"/g, '')))
      return `typed ${shown(command)}, with more than a word outside of quotes`
  }
  if (![base.typed, base.typed.map(put)].some(lines => JSON.stringify(lines) === JSON.stringify(tried.typed)))
    return `typed ${shown(tried.typed.join(' ⏎ '))} instead of ${shown(base.typed.join(' ⏎ '))}`
  if (
    tried.sent.length !== base.sent.length ||
    tried.sent.some(
      (one, at) =>
        one.oid !== base.sent[at]!.oid ||
        (!bytes(one).equals(Buffer.from(put(bytes(base.sent[at]!).toString('latin1')), 'utf8')) &&
          !bytes(one).equals(bytes(base.sent[at]!))),
    )
  ) {
    const [ours, wanted] = [tried, base].map(({ sent }) => sent.map(({ oid }) => oid).join(', '))
    return `sent ${ours} instead of ${wanted}, or other values`
  }
  const said = (one: Tried['words'][number]) => JSON.stringify([one.command, Object.keys(one.values)])
  return JSON.stringify(tried.words.map(said)) === JSON.stringify(base.words.map(said))
    ? null
    : 'said other words to the RouterOS API'
}

/** Modules with a command as their argument. */
const commands: ReadonlySet<string> = new Set(['console_command', 'multi_console_command'])
const changing = (known: KnownModel): Implementation[] =>
  [...known.modules.values()].filter(
    ({ module: { kind, exclusive, name } }) => (kind === 'change' || exclusive) && !commands.has(name),
  )
const propertiesOf = ({ module }: Implementation): string[] =>
  Object.keys((module.args as { properties?: object }).properties ?? {})

/** A name as vendors give to interfaces. */
const usualName = /^[A-Za-z0-9][\w./:-]*(?: [\w./:-]+)*$/

async function nameOf(
  { recording, api }: Recorded,
  known: KnownModel,
  wanted: unknown,
): Promise<string | null> {
  const ports = await replaySession(recording, known, { api }).call(interfacesList, {})
  return (
    (
      ports.find(({ id, name }) => id === wanted || name === wanted) ??
      ports.find(({ if_index: index }) => index === wanted)
    )?.name ?? null
  )
}

async function argumentsOf(
  recorded: Recorded,
  known: KnownModel,
  one: Implementation,
): Promise<Record<string, unknown>> {
  const usual = await usualArguments(recorded, known)
  const given =
    recorded.device.args?.[one.module.name] ??
    Object.fromEntries(
      propertiesOf(one)
        .map(name => [name, name === 'action' ? 'add' : usual[name]])
        .filter(([, value]) => value !== undefined),
    )
  return { ...given }
}

async function tryModule(recorded: Recorded, known: KnownModel, one: Implementation): Promise<string[]> {
  const found: string[] = []
  const args = await argumentsOf(recorded, known, one)
  for (const property of propertiesOf(one)) {
    const base = await tryOut(recorded, known, one, { ...args, [property]: harmless })
    for (const text of hostileTexts) {
      tries++
      const wrong = wrongIn(await tryOut(recorded, known, one, { ...args, [property]: text }), base, line =>
        line.replaceAll(harmless, text.trim()),
      )
      if (wrong) found.push(`${recorded.name} ${one.module.name}: ${property} ${shown(text)} ${wrong}`)
    }
  }
  if (!propertiesOf(one).includes('interface')) return found
  const base = await tryOut(recorded, known, one, args)
  const own = await nameOf(recorded, known, args['interface'])
  for (const name of hostileTexts) {
    tries++
    const hostile = renamed(recorded, name)
    const read = await nameOf(hostile, known, args['interface'])
    // Control characters are removed when texts are read. The rest may still be a name, such as "xreboot".
    const put = (line: string) =>
      own !== null && read !== null && usualName.test(read) ? line.replaceAll(own, read) : line
    const wrong = wrongIn(await tryOut(hostile, known, one, args), base, put)
    if (wrong)
      found.push(
        `${recorded.name} ${one.module.name}: a device that calls its interfaces ${shown(name)} ${wrong}`,
      )
  }
  return found
}

interface Trial {
  recorded: Recorded
  known: KnownModel
  modules: Implementation[]
}

/**
 * Recordings of models with changing modules, each implementation of one once. A family without a recording uses
 * one of another family, whose answers are good enough here.
 */
async function trialsOf(driver: Driver): Promise<Trial[]> {
  const models = [...buildIndex([driver]).models.values()].filter(known => changing(known).length > 0)
  const recordings = await recordingsOf(driver.id)
  const own = recordings.flatMap(recorded =>
    models.filter(({ model }) => model.key === recorded.device.model).map(known => ({ recorded, known })),
  )
  const borrowing = familiesOf(driver)
    .filter(({ id }) => !own.some(({ known }) => known.family.id === id))
    .flatMap(({ id }) => models.find(({ family }) => family.id === id) ?? [])
  const tried = new Set<Implementation>()
  return [...own, ...borrowing.map(known => ({ recorded: recordings[0]!, known }))].map(trial => {
    const modules = changing(trial.known).filter(one => !tried.has(one))
    for (const one of modules) tried.add(one)
    return { ...trial, modules }
  })
}

// Tests are declared before anything is awaited.
for (const id of readdirSync('drivers')
  .filter(one => existsSync(`drivers/${one}/src/index.ts`))
  .toSorted()) {
  test(`${id}: no argument and no name of an interface becomes a second command`, async () => {
    const { default: driver } = (await import(`../../drivers/${id}/src/index.ts`)) as { default: Driver }
    const found: string[] = []
    for (const { recorded, known, modules } of await trialsOf(driver))
      for (const one of modules) found.push(...(await tryModule(recorded, known, one)))
    assert.equal(found.slice(0, 20), [])
  })
}

test('the check itself finds an injection', () => {
  const base: Tried = { outcome: 'done', typed: [`description ${harmless}`], sent: [], words: [] }
  const typing = (...typed: string[]) =>
    wrongIn({ ...base, typed }, base, line => line.replaceAll(harmless, 'x;reboot'))
  assert.equal(
    [
      typing('description "x;reboot"') !== null,
      typing('description x;reboot') !== null,
      typing('description x', 'reboot') !== null,
      typing('description x\nreboot') !== null,
    ],
    [true, true, true, true],
  )
  assert.is(
    wrongIn({ ...base, typed: ['description x-1'] }, base, line => line.replaceAll(harmless, 'x-1')),
    null,
  )
  assert.is(
    wrongIn({ ...base, outcome: 'BadArgument', typed: [] }, base, line => line),
    null,
  )
  assert.ok(wrongIn({ ...base, outcome: 'BadArgument' }, base, line => line))
  assert.ok(tries > 1000 && taken > 100 && taken < tries / 2, `${tries} tried, ${taken} taken`)
  console.log(`     ${tries} hostile texts tried, ${taken} of them stood in a command or a value as one word`)
})
