import type { Metric } from '@linecard/plugin-kit'
import type { Rehearsals } from './setup.ts'

export const metrics = ({ copies }: Rehearsals): readonly Metric[] => [
  {
    name: 'linecard_rehearsal_copies',
    help: 'Living copies of devices that rehearse something now',
    type: 'gauge',
    collect: () => [{ value: copies.living }],
  },
]
