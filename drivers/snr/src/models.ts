import type { Model } from '@linecard/driver-kit'
import { standard, switches } from './families.ts'

const snr = '1.3.6.1.4.1.40418'
const product = `${snr}.7`
/** `SNR-S2990X-24FQ Device, Compiled Jan 10 13:47:05 2019`. */
const series = (name: string): Model => ({
  key: `snr_${name.toLowerCase()}`,
  name: `SNR-${name}`,
  type: 'SWITCH',
  family: switches,
  detect: { objectId: product, descr: new RegExp(`^SNR-${name}(?=-)`) },
})

/** The series differ only in their name, which sysDescr contains. */
export const models: readonly Model[] = [
  { key: 'snr_switch', name: 'SNR switch', type: 'SWITCH', family: switches, detect: { objectId: product } },
  ...[
    'S2960',
    'S2962',
    'S2965',
    'S2970G',
    'S2980G',
    'S2982G',
    'S2985G',
    'S2989G',
    'S2990G',
    'S2990X',
    'S2995G',
    'S300G',
    'S300X',
    'S4550',
  ].map(series),
  {
    key: 'snr_s2990x_24fq',
    name: 'SNR-S2990X-24FQ',
    type: 'SWITCH',
    family: switches,
    ports: 28,
    detect: { objectId: `${product}.53` },
  },
  {
    key: 'snr_erd',
    name: 'SNR-ERD sensor unit',
    type: 'SENSORS',
    family: standard,
    detect: { objectId: `${snr}.2` },
  },
  { key: 'snr_device', name: 'SNR device', type: 'SWITCH', family: standard, detect: { objectId: snr } },
]
