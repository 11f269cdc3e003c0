import type { Model } from '@linecard/driver-kit'
import { arubaOs } from '../aruba-os.ts'
import { arubaCx } from '../families/aruba-cx.ts'
import { standard } from '../families/standard.ts'
import { keyOf, switchModel } from './switch-model.ts'

const aruba = '1.3.6.1.4.1.14823'
const cx = '1.3.6.1.4.1.47196.4.1'

/** `Aruba JL635A 8325 GL.10.04.2000`, `HPE ANW JL658A 6300M 24SFP+ 4SFP56 Swch FL.10.15.0005`. */
const cxSeries = (series: string): Model =>
  switchModel(
    `aruba_cx_${keyOf(series)}`,
    `Aruba CX ${series}`,
    cx,
    arubaCx,
    new RegExp(`\\b[JRS]\\w{5} ${series}`),
  )

/** Devices with ArubaOS, and Aruba CX. */
export const arubaModels: readonly Model[] = [
  {
    ...switchModel('hp_arubaos_switch', 'HP Switch (ArubaOS)', `${aruba}.1.1`, standard, /ArubaOS/),
    modules: arubaOs,
  },
  // Controllers without "ArubaOS" in sysDescr, and access points.
  { ...switchModel('aruba_device', 'Aruba device', aruba, standard), modules: arubaOs },
  switchModel('hpe_anw_jl675a', 'HPE ANW JL675A 6100', cx, arubaCx, /^HPE ANW JL675A 6100/),
  ...[
    '4100i',
    '6000',
    '6100',
    '6200',
    '6300',
    '6400',
    '8100',
    '8320',
    '8325',
    '8360',
    '8400',
    '9300',
    '10000',
  ].map(cxSeries),
  switchModel('aruba_cx_switch', 'Aruba CX Switch', cx, arubaCx),
]
