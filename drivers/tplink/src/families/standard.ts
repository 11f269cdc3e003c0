import { defineFamily } from '@linecard/driver-kit'
import { standardMibs } from '@linecard/driver-kit/builders'

/** Routers, access points and OLTs: nothing but the standard MIBs. */
export const standard = defineFamily({ id: 'standard', modules: standardMibs({ vendor: 'TP-Link' }) })
