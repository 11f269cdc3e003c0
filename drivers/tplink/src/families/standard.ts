import type { Family } from '@linecard/driver-kit'
import { standardMibs } from '@linecard/driver-kit/builders'

/** Routers, access points and OLTs: nothing but the standard MIBs. */
export const standard: Family = { id: 'standard', modules: standardMibs({ vendor: 'TP-Link' }) }
