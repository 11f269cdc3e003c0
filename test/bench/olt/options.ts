import type { OltOptions } from '@linecard/simulator'

const card = { ports: 16, hardware: '190603', firmware: 'V1.2.1', cpu: 11, memory: 33 }

/** A C600 whose eight cards have 16 ports with 128 ONUs each. */
export const oltOptions: Omit<OltOptions, 'ip'> = {
  vendor: 'zte',
  model: 'C600',
  name: 'olt-bench',
  steady: true,
  onusOnEveryPort: 128,
  cards: [
    ...Array.from({ length: 8 }, (_, at) => ({ ...card, slot: at + 1, type: 'GFGL', pon: 'gpon' as const })),
    { ...card, slot: 10, type: 'SFUL', ports: 4 },
  ],
}
