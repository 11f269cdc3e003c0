import { defineDriver, type Driver } from '@linecard/driver-kit'
import { systemInfo } from '@linecard/driver-kit/builders'
import { assert, suite } from '@linecard/test-kit'
import {
  compareDetection,
  detectionFailures,
  detectionLines,
  detectionSection,
} from '../recordings/detection.ts'
import type { Identity } from '../recordings/folder.ts'

const driver = (
  id: string,
  vendor: string,
  models: readonly (readonly [name: string, objectId: string])[],
): Driver =>
  defineDriver({
    id,
    vendor,
    api: 1,
    models: models.map(([name, objectId]) => ({
      key: `${id}_${name.toLowerCase().replace(/[^a-z0-9]+/g, '_')}`,
      name: `${vendor} ${name}`,
      type: 'SWITCH',
      family: { id: 'x', modules: [systemInfo()] },
      detect: { objectId },
    })),
  })
const drivers = [
  driver('acme', 'Acme', [
    ['AX100', '1.3.6.1.4.1.99999.1'],
    ['AX1000', '1.3.6.1.4.1.99999.2'],
    ['switch', '1.3.6.1.4.1.99999'],
  ]),
  driver('hpe', 'HPE', [['switch', '1.3.6.1.4.1.99998']]),
  driver('generic', 'Generic', [['device', '1.3.6.1']]),
]
const identity = (vendor: string, number: string, hardware: string | null = null): Identity => ({
  name: `${vendor}-${number}`,
  vendor,
  sysDescr: 'a device',
  sysObjectID: `1.3.6.1.4.1.${number}`,
  hardware,
})
const compare = (...identities: Identity[]) => compareDetection(drivers, identities)
const test = suite('comparison of detection')

test('right, missed and wrong vendors are distinguished', async () => {
  const summary = await compare(
    identity('acme', '99999.1'),
    identity('acme', '5.1'),
    identity('other', '99999.7'),
    identity('other', '5.2'),
  )
  assert.equal([summary.identities, summary.supported, summary.right], [4, 2, 1])
  assert.equal(summary.missed, ['acme-5.1: 1.3.6.1.4.1.5.1 "a device"'])
  assert.equal(summary.wrong, ['other-99999.7 (as acme)'])
})
test('one driver may serve several vendors of the recordings', async () => {
  const summary = await compare(
    identity('h3c', '99998.1'),
    identity('aruba', '99998.2'),
    identity('acme', '99998.3'),
  )
  assert.equal([summary.supported, summary.right, summary.wrong], [3, 2, ['acme-99998.3 (as hpe)']])
})
test('one wrong vendor fails, and less than 97 % right vendors fail', async () => {
  const good = Array.from({ length: 97 }, (_, n) => identity('acme', `99999.${n}`))
  assert.equal(
    detectionFailures(
      await compare(...good, ...Array.from({ length: 3 }, (_, n) => identity('acme', `5.${n}`))),
    ),
    [],
  )
  assert.match(
    detectionFailures(
      await compare(...good, ...Array.from({ length: 4 }, (_, n) => identity('acme', `5.${n}`))),
    ).join('\n'),
    /96\.0 %.*less than 97 %.*acme-5\.0/,
  )
  assert.equal(detectionFailures(await compare(...good, identity('other', '99999.1'))), [
    'wrong vendor: other-99999.1 (as acme)',
  ])
})
test('the model is right if the detected model is the named hardware', async () => {
  const summary = await compare(
    identity('acme', '99999.1', 'AX-100'),
    identity('acme', '99999.2', 'Acme AX1000 rev. B'),
    identity('acme', '99999.1', 'AX1000'),
    identity('acme', '99999.5', 'chassis'),
    identity('other', '5.1', 'AX100'),
  )
  assert.equal(
    [summary.knownModels, summary.rightModels, summary.otherModels],
    [3, 2, ['acme-99999.1: AX1000 (as acme_ax100)']],
  )
})
test('an identity without sysObjectID and sysDescr belongs to the fallback and to no vendor', async () => {
  const summary = await compare({
    name: 'silent',
    vendor: 'acme',
    sysDescr: null,
    sysObjectID: null,
    hardware: null,
  })
  assert.equal([summary.right, summary.wrong, summary.missed], [0, [], ['silent: no sysObjectID ""']])
})
test('the output and the page contain the figures', async () => {
  const summary = await compare(identity('acme', '99999.1', 'AX100'), identity('acme', '5.1'))
  assert.match(
    detectionLines(summary).join('\n'),
    /2 identities, 2 of vendors with a driver: 1 with the right vendor \(50\.0 %\), 0 with a wrong one/,
  )
  assert.match(detectionSection(summary).join('\n'), /No vendor found:\n\n- acme-5\.1/)
})
