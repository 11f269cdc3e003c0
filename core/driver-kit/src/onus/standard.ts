import { switchMibs } from '../builders/standard.ts'
import type { Implementation } from '../contract/implementation.ts'
import { without } from '../contract/pick.ts'
import {
  errors,
  interfaceCounters,
  interfaceDescriptions,
  interfacesList,
  linkInfo,
} from '../modules/index.ts'
import { forPorts } from './for-ports.ts'
import type { Olt } from './tree.ts'

/** The standard MIBs of a switch for the ports of an OLT, without the modules that `onuModules` makes. */
export const oltMibs = (olt: Olt): Implementation[] =>
  forPorts(
    olt,
    without(switchMibs({}, []), interfacesList, linkInfo, interfaceDescriptions, interfaceCounters, errors),
  )
