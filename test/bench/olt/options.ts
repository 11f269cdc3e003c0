import type { OltOptions } from '@linecard/simulator'

const card = { ports: 16, hardware: '190603', firmware: 'V1.2.1', cpu: 11, memory: 33 }

/** A C600 whose eight cards have 16 ports with so many ONUs each. */
export const oltOptions = (onusOnEveryPort: number): Omit<OltOptions, 'ip'> => ({
  vendor: 'zte',
  model: 'C600',
  name: 'olt-bench',
  steady: true,
  onusOnEveryPort,
  cards: [
    ...Array.from({ length: 8 }, (_, at) => ({ ...card, slot: at + 1, type: 'GFGL', pon: 'gpon' as const })),
    { ...card, slot: 10, type: 'SFUL', ports: 4 },
  ],
})
