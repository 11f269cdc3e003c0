import { existsSync } from 'node:fs'
import { SnmpType, type Driver, type Varbind } from '@linecard/driver-kit'
import { draftOf, type Draft } from '@linecard/driver-kit/drafts'
import { readFolders, type Folder } from '@linecard/driver-kit/testing'
import { assert, suite } from '@linecard/test-kit'
import { bentBy, bentText } from '../../core/cli/src/record/bent.ts'
import { createScrubber } from '../../core/cli/src/record/scrub.ts'
import { allDrivers } from '../support/drivers.ts'

/** Recordings without names and serials answer as the device does: all of the repository, scrubbed once more. */
const test = suite('scrubbed recordings', { level: 'full', timeoutMs: 600_000 })

const recordings: { driver: Driver; name: string; folder: Folder }[] = []
test.before(async () => {
  for (const driver of await allDrivers()) {
    const root = new URL(`../../drivers/${driver.id}/recordings/`, import.meta.url)
    if (!existsSync(root)) continue
    for (const { name, folder } of await readFolders(root))
      if (!(folder instanceof Error) && !folder.consoleOnly) recordings.push({ driver, name, folder })
  }
})

type Change = (varbind: Varbind) => Varbind
const readings = ({ driver, folder }: (typeof recordings)[number], change: Change): Promise<Draft> =>
  draftOf(
    driver,
    {
      device: folder.device,
      varbinds: [...folder.recording].map(change),
      contexts: new Map([...folder.contexts].map(([name, view]) => [name, [...view].map(change)])),
    },
    ({ kind, name }) => kind === 'read' && name !== 'cable_diag',
  )

const textOf = ({ type, value }: Varbind): string | null =>
  type === SnmpType.OctetString && Buffer.isBuffer(value) ? value.toString('latin1') : null
const unit = 'dBm|dB|mW|W|V|mA|C|degrees C|degrees Celsius|%|Secs?'
const beside = String.raw`[\s\0(),%.\d-]|dBm|mW|Secs?|Mins?|normal|low|high|alarm`
/** A number with a unit, at the beginning of a text, and nothing but such numbers and words about them. */
const quantity = new RegExp(String.raw`^[\s]*[-+]?\d+(\.\d+)? ?(${unit})(${beside})*$`)

test('texts of numbers with units stay as they are, in every recording and however they are filled up', () => {
  const { scrub } = createScrubber('salt')
  const seen = new Set<string>()
  const varbinds = recordings.flatMap(({ folder }) => [...folder.recording])
  for (const text of ['-002.7140 dBm', '-002.7140 dBm ', ' 3.31 V\n', '3.3 V\0\0\0', '-2.1 dBm (0.6 mW)'])
    varbinds.push({ oid: '1.3.6.1.4.1.99.1', type: SnmpType.OctetString, value: Buffer.from(text) })
  for (const varbind of varbinds) {
    const text = textOf(varbind)
    if (text === null || !quantity.test(text)) continue
    seen.add(text)
    assert.is(textOf(scrub(varbind)), text, varbind.oid)
  }
  assert.ok(seen.size >= 50, String(seen.size))
})

/** Another digit for each, as a scrubber does that takes a measured value for a name. */
const bent: Change = varbind => {
  const text = textOf(varbind)
  if (text === null || !quantity.test(text)) return varbind
  return { ...varbind, value: Buffer.from(text.replace(/\d/g, digit => String((Number(digit) + 3) % 10))) }
}

test('names and addresses make no difference, a bent number is found with its module, field and object', async () => {
  // Texts of vendors can be words of a state as well as names: whoever records tells which.
  const { scrub } = createScrubber('salt', ['1.3.6.1.4.1', '1.3.6.1.2.1.47', '1.0.8802'])
  const wrong: string[] = []
  const found: string[] = []
  for (const one of recordings) {
    const before = await readings(one, varbind => varbind)
    for (const difference of bentBy(before, await readings(one, scrub)))
      wrong.push(`${one.name} ${bentText(difference)}`)
    if (![...one.folder.recording].some(varbind => bent(varbind) !== varbind)) continue
    const [first] = bentBy(before, await readings(one, bent))
    if (first) found.push(`${one.name} ${bentText(first)}`)
  }
  assert.equal(wrong, [])
  assert.ok(found.length >= 10, found.join('\n'))
  for (const text of found) assert.match(text, /^\S+ [a-z_]+: \S+ (of .+ )?was .+ and would be .+$/)
})
