import { WidgetView } from './load/routes.ts'
import { EdgeView, LoadedView } from './load/schemas.ts'
import { GraphView, HopView, TreeNode, UpwardView } from './network/schemas.ts'
import { ScanView } from './scan/routes.ts'
import { LinkView, PortView } from './schemas.ts'

/** Everything that has a name in the document. */
export const schemas = [
  PortView,
  LinkView,
  LoadedView,
  EdgeView,
  WidgetView,
  TreeNode,
  GraphView,
  HopView,
  UpwardView,
  ScanView,
]
