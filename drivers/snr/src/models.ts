import type { Model } from '@linecard/driver-kit'

const product = '1.3.6.1.4.1.40418.7'

/** All switches answer alike; the ERD sensor units (`40418.2`) are not among them. */
export const models: readonly Model[] = [
  { key: 'snr_switch', name: 'SNR switch', type: 'SWITCH', family: 'switch', detect: { objectId: product } },
  { key: 'snr_s2990x_24fq', name: 'SNR-S2990X-24FQ', type: 'SWITCH', family: 'switch', ports: 28, detect: { objectId: `${product}.53` } },
]
