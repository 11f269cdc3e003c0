import type { Caution } from '@linecard/driver-kit'
import { ponOntsOptical } from '@linecard/driver-kit/modules'

/** What the OLTs of the ZXA10 series should not be asked often. */
export const oltCautions: readonly Caution[] = [
  {
    modules: [ponOntsOptical],
    reason:
      'The OLT asks each ONU for its light over the fibre: an operator reports that reading it every 5 ' +
      'minutes loaded the processor and crashed line cards, and that ZTE allows one reading an hour ' +
      '(LibreNMS issue 14203).',
    everySec: 3600,
  },
]
