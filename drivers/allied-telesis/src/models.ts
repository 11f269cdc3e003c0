import type { Family, Model } from '@linecard/driver-kit'
import { alliedwarePlus, at8000, standard } from './families.ts'

const allied = '1.3.6.1.4.1.207'
/** Node `products` of AT-SMI-MIB. */
const product = (
  key: string,
  name: string,
  family: Family,
  numbers: readonly string[],
  ports?: number,
): Model => ({
  key: `ati_${key}`,
  name: `Allied Telesis ${name}`,
  type: 'SWITCH',
  family,
  ...(ports ? { ports } : {}),
  detect: { objectId: numbers.map(number => `${allied}.1.${number}`) },
})

export const models: readonly Model[] = [
  {
    key: 'ati_switch_8000',
    name: 'Allied Telesis AT-8000',
    type: 'SWITCH',
    family: at8000,
    detect: [
      { objectId: `${allied}.1.4`, descr: /\bAT-8000/ },
      { objectId: [126, 127, 128, 144, 145].map(number => `${allied}.1.4.${number}`) },
    ],
  },
  product('sbx8106', 'AT-SBx8106', alliedwarePlus, ['14.114']),
  product('x930_28gstx', 'AT-x930-28GSTX', alliedwarePlus, ['14.120'], 28),
  {
    key: 'ati_alliedware_plus',
    name: 'Allied Telesis AlliedWare Plus',
    type: 'SWITCH',
    family: alliedwarePlus,
    detect: { objectId: `${allied}.1`, descr: /\b(?:AW\+|AlliedWare Plus)/ },
  },
  product('gs950_24', 'AT-GS950/24', standard, ['4.165', '4.167'], 24),
  product('9924ts', 'CentreCOM 9924Ts', standard, ['14.57'], 24),
  {
    key: 'ati_switch',
    name: 'Allied Telesis switch',
    type: 'SWITCH',
    family: standard,
    detect: { objectId: allied },
  },
]
