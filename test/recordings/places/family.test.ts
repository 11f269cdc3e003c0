import { isComplete, varbindText } from '@linecard/driver-kit'
import { buildIndex } from '@linecard/driver-kit/detection'
import type { Recording } from '@linecard/driver-kit/recording'
import { assert, suite } from '@linecard/test-kit'
import { allDrivers } from '../../support/drivers.ts'
import { bent, listingOf, ownOlts } from './olts.ts'

const olts = await ownOlts()
const index = buildIndex(await allDrivers())
const test = suite('a device that is taken for another family')

const textOf = (recording: Recording, oid: string) => {
  const cell = recording.get(oid)
  return cell ? varbindText(cell) : null
}

/** The model that a recording is taken for, and the objects that were asked to find it. */
async function detected(recording: Recording) {
  const asked: string[] = []
  const { modelKey } = await index.detect(
    { objectId: textOf(recording, '1.3.6.1.2.1.1.2.0'), descr: textOf(recording, '1.3.6.1.2.1.1.1.0') },
    async oid => {
      asked.push(oid)
      return textOf(recording, oid)
    },
  )
  return { known: modelKey === null ? undefined : index.models.get(modelKey), asked }
}

const lacking = (recording: Recording, oids: readonly string[]) =>
  bent(recording, cell => (oids.includes(cell.oid) ? null : cell))
/** The same device with another text as its description, or number of interfaces. */
const saying = (recording: Recording, oid: string, value: Buffer | number) =>
  bent(recording, cell => (cell.oid === oid ? { ...cell, value } : cell))

const ifNumber = '1.3.6.1.2.1.2.1.0'
const sysDescr = '1.3.6.1.2.1.1.1.0'
const counts = [4, 8, 10, 14, 16, 20, 26]
const descriptions = ['olt', 'EasyPath Ethernet-PON', 'noc']

for (const { device, whole } of olts) {
  test(`${device.name}: whatever model it is taken for, no PON port and no ONU is made up or lost`, async () => {
    const { asked } = await detected(device.recording)
    const bends: [string, Recording][] = [
      ...[...asked.map(oid => [oid]), asked].map((oids): [string, Recording] => [
        `without ${oids.join(', ')}`,
        lacking(device.recording, oids),
      ]),
      ...descriptions.flatMap(words =>
        [null, ...counts].map((count): [string, Recording] => {
          const named = saying(device.recording, sysDescr, Buffer.from(words))
          return [
            `"${words}", ${count} interfaces`,
            count === null
              ? named
              : saying(
                  lacking(
                    named,
                    asked.filter(oid => oid !== ifNumber),
                  ),
                  ifNumber,
                  count,
                ),
          ]
        }),
      ),
    ]
    const names = new Set(whole.ports.map(({ name }) => name.toLowerCase()))
    const lies: string[] = []
    for (const [how, recording] of bends) {
      const { known } = await detected(recording)
      if (known?.model.type !== 'OLT') continue
      const now = await listingOf({ ...device, known }, recording)
      const made = now.ports.filter(({ name }) => !names.has(name.toLowerCase()))
      if (made.length > 0)
        lies.push(`${how} is ${known.model.key}: it has no ${made.map(({ name }) => name).join(', ')}`)
      if (now.onus.length < whole.onus.length && isComplete(now.missing))
        lies.push(`${how} is ${known.model.key}: ${now.onus.length} of ${whole.onus.length} ONUs`)
    }
    assert.equal(lies, [])
  })

  test(`${device.name}: the names of its ports tell the kind of PON`, async () => {
    const swapped: Record<string, string> = { gpon: 'epon', epon: 'gpon' }
    const turned = bent(device.recording, cell =>
      /^1\.3\.6\.1\.2\.1\.(?:2\.2\.1\.2|31\.1\.1\.1\.1)\./.test(cell.oid) && Buffer.isBuffer(cell.value)
        ? {
            ...cell,
            value: Buffer.from(
              cell.value.toString('latin1').replace(/(?<![a-z])[ge]pon/gi, word => {
                const other = swapped[word.toLowerCase()]!
                return word === word.toUpperCase() ? other.toUpperCase() : other
              }),
              'latin1',
            ),
          }
        : cell,
    )
    const now = await listingOf(device, turned)
    const wrong = [...now.ports, ...now.onus].flatMap(({ name, pontype }) => {
      const told = /(?<![a-z])([ge]pon)/i.exec(name)?.[1]?.toLowerCase()
      return told && (pontype === 'gpon' || pontype === 'epon') && pontype !== told
        ? `${name} is ${pontype}`
        : []
    })
    assert.equal(wrong, [])
  })
}
