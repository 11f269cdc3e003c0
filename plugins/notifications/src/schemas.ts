import { ChannelView, ContactView } from './contacts/bodies.ts'
import { DeliveryView, MessageView } from './delivery/bodies.ts'
import { RulesView } from './rules/bodies.ts'
import { PreviewView, TemplateView } from './templates/bodies.ts'

export const schemas = [
  ChannelView,
  ContactView,
  DeliveryView,
  MessageView,
  PreviewView,
  RulesView,
  TemplateView,
]
