import { WidgetView } from './load/routes.ts'
import { EdgeView, LoadedView } from './load/schemas.ts'
import { GraphView, HopView, NodeView, TreeNode, UpwardView } from './network/schemas.ts'
import { ScanView } from './scan/routes.ts'
import { LinkView, PortView } from './schemas.ts'

/** Everything that has a name in the document. */
export const schemas = [
  PortView,
  LinkView,
  LoadedView,
  EdgeView,
  WidgetView,
  NodeView,
  TreeNode,
  GraphView,
  HopView,
  UpwardView,
  ScanView,
]
