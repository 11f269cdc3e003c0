import type { Model } from '@linecard/driver-kit'
import { eos } from './families/eos.ts'

const arista = '1.3.6.1.4.1.30065'
/** Node aristaProducts. The first switches have their number directly below the enterprise. */
const products = `${arista}.1`

/** sysDescr: `Arista Networks EOS version 4.28.3M running on an Arista Networks DCS-7280SR-48C6`. */
const series = (number: string): Model => ({
  key: `arista_${number}`,
  name: `Arista ${number}`,
  type: 'SWITCH',
  family: eos,
  detect: { objectId: products, descr: new RegExp(`\\b[DC]CS-${number}(?![0-9])`) },
})

export const models: readonly Model[] = [
  ...[
    '710',
    '720',
    '722',
    '750',
    '7010',
    '7020',
    '7048',
    '7050',
    '7060',
    '7120',
    '7124',
    '7130',
    '7148',
    '7150',
    '7160',
    '7170',
    '7250',
    '7260',
    '7280',
    '7300',
    '7304',
    '7308',
    '7316',
    '7320',
    '7358',
    '7368',
    '7388',
    '7504',
    '7508',
    '7512',
    '7516',
    '7804',
    '7808',
    '7812',
    '7816',
  ].map(series),
  {
    key: 'arista_default',
    name: 'Arista',
    type: 'SWITCH',
    family: eos,
    detect: [{ objectId: products }, { objectId: arista, descr: /^Arista Networks EOS\b/ }],
  },
]
