import { counter, type Metric } from '@linecard/plugin-kit'

/** Registrations of this process by kind and outcome. */
export const outcomes = counter('linecard_onts_registrations_total', 'Registrations of ONUs by outcome')

export const metrics = (): readonly Metric[] => [outcomes]
