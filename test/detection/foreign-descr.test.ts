/**
 * Operators write over sysDescr: a place, nothing, or what they have copied. Every device that is recorded
 * here, and every identity of earlier software, is then still that model, or a model of the same maker that
 * claims no more than the device itself proves.
 */
import { buildIndex, isGenericPrefix, type KnownModel } from '@linecard/driver-kit/detection'
import { varbindText } from '@linecard/driver-kit'
import { readFolders, recordedProbe, type Folder } from '@linecard/driver-kit/testing'
import { assert, suite } from '@linecard/test-kit'
import { allDrivers } from '../support/drivers.ts'

/** A text, and the driver whose maker's text it is. */
const texts: readonly (readonly [descr: string | null, of: string | null])[] = [
  ['core-sw Kyiv 3rd floor', null],
  ['Ядро, вул. Хрещатик 1', null],
  ['', null],
  [null, null],
  ['Cisco IOS Software, C2960X Software (C2960X-UNIVERSALK9-M), Version 15.2(7)E2', 'cisco'],
  ['Huawei Integrated Access Software', 'huawei'],
  ['Juniper Networks, Inc. ex3400-48t Ethernet Switch, kernel JUNOS 15.1X53-D59.4', 'juniper'],
  ['RouterOS CCR1009-7G-1C-1S+', 'mikrotik'],
  ['ZTE ZXR10 5250-28TM Software, Version: V2.05.10', 'zte'],
  ['BDCOM(tm) P3310C Software, Version 10.1.0B', 'bdcom'],
]
/** Agents of many makers answer with these numbers, or with none: only the text tells the maker. */
const ofNobody = [8072, 2021, 4413, 27282, 10002, 99999].map(number => `1.3.6.1.4.1.${number}`)
const namesMaker = (objectId: string | null): objectId is string =>
  objectId !== null &&
  objectId !== '0.0' &&
  !isGenericPrefix(objectId) &&
  !ofNobody.some(one => objectId === one || objectId.startsWith(`${one}.`))

const drivers = await allDrivers()
const index = buildIndex(drivers)
const modelOf = (key: string | null): KnownModel | undefined =>
  key === null ? undefined : index.models.get(key)

/** What a model may be instead: of the same maker, and read in the same way or without console and claims. */
function standsFor(was: KnownModel, is: KnownModel | undefined): boolean {
  if (!is || is.driver !== was.driver) return false
  const claims = is.family.cli !== undefined || ['OLT', 'ONU', 'L3'].includes(is.model.type)
  return is.family === was.family || !claims
}
const recorded: [driver: string, folder: Folder, objectId: string | null][] = []
for (const { id } of drivers)
  for (const { folder } of await readFolders(new URL(`../../drivers/${id}/recordings/`, import.meta.url))) {
    if (folder instanceof Error) throw folder
    const value = folder.recording.get('1.3.6.1.2.1.1.2.0')
    if (!folder.consoleOnly) recorded.push([id, folder, value ? varbindText(value) : null])
  }

const test = suite('a sysDescr that an operator has replaced')

test('the recordings are there', () => assert.ok(recorded.length >= 140, `${recorded.length} recordings`))

for (const [id, folder, objectId] of recorded) {
  if (!namesMaker(objectId)) continue
  test(`${folder.name} ${objectId} is known without its sysDescr`, async () => {
    const was = modelOf(folder.device.model)!
    for (const [descr, of] of texts) {
      if (of === id) continue
      const { modelKey } = await index.detect({ objectId, descr }, recordedProbe(folder.recording))
      assert.ok(
        standsFor(was, modelOf(modelKey)),
        `"${descr ?? 'none'}" makes ${was.model.key} a ${modelKey ?? 'device of nobody'}`,
      )
    }
  })
}
test('an OLT with tables of ONUs never becomes a device without', async () => {
  const lost: string[] = []
  for (const [, folder, objectId] of recorded) {
    const was = modelOf(folder.device.model)!
    if (was.model.type !== 'OLT' || !namesMaker(objectId)) continue
    const { modelKey } = await index.detect({ objectId, descr: 'olt-1' }, recordedProbe(folder.recording))
    const is = modelOf(modelKey)
    const onus = [...was.modules.keys()].filter(name => name.startsWith('pon_'))
    const missing = onus.filter(name => !is?.modules.has(name))
    if (missing.length > 0) lost.push(`${folder.name} as ${modelKey}: ${missing.join(', ')}`)
  }
  assert.equal(lost, [])
})
