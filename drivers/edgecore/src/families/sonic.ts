import { defineFamily } from '@linecard/driver-kit'
import { sonicMibs } from '@linecard/driver-kit/builders'
import { vendor } from '../tables.ts'

/** AS and DCS switches with SONiC. */
export const sonic = defineFamily({ id: 'sonic', modules: sonicMibs(vendor) })
