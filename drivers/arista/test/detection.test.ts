import { buildIndex } from '@linecard/driver-kit'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

const identities: readonly (readonly [key: string | null, objectId: string, descr: string])[] = [
  ['arista_default', '1.3.6.1.4.1.30065.1.3011.7150.3282.24', 'Arista Networks EOS version 4.20.12.1M running on an Arista Networks DCS-7150S-24'],
  ['arista_default', '1.3.6.1.4.1.30065.99', 'Arista Networks EOS version 5.0'],
  [null, '1.3.6.1.4.1.30065.4', 'CloudVision'],
  [null, '1.3.6.1.4.1.300651.1', 'Arista Networks EOS version 4.20'],
]
const index = buildIndex([driver])
const test = suite('arista detection')
for (const [key, objectId, descr] of identities) test(`${objectId} "${descr}" is ${key}`, async () => assert.is((await index.detect({ objectId, descr })).modelKey, key))
