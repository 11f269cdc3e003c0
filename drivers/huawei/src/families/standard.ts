import { defineFamily } from '@linecard/driver-kit'
import { standardMibs } from '@linecard/driver-kit/builders'

/** What shows neither VRP nor tables of an OLT: the standard MIBs only, and no console. */
export const standard = defineFamily({ id: 'standard', modules: standardMibs({ vendor: 'Huawei' }) })
