import { defineFamily } from '@linecard/driver-kit'
import { standardMibs } from '@linecard/driver-kit/builders'

/** Routers, access points and OLTs: the standard MIBs only. */
export const standard = defineFamily({ id: 'standard', modules: standardMibs({ vendor: 'TP-Link' }) })
