import type { Capacity } from '@linecard/driver-kit/onus'

/** EPON: 64 ONUs on a port. GPON: 128. */
export const eponCapacity: Capacity = () => 64
export const gponCapacity: Capacity = () => 128
