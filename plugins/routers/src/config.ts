import { Type as T } from 'typebox'

/** Nothing to set: how a device is reached stands in its access profile. */
export const Config = T.Object({}, { additionalProperties: false })
