import { KeyboardSensor, MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core'
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable'

// Made once: new options would draw everything that can be dragged again.
const mouse = { activationConstraint: { distance: 6 } }
const touch = { activationConstraint: { delay: 220, tolerance: 8 } }
const keyboard = { coordinateGetter: sortableKeyboardCoordinates }

/** A click stays a click, a swipe stays a scroll: dragging starts after a few pixels or a short press. */
export const useDragSensors = () =>
  useSensors(useSensor(MouseSensor, mouse), useSensor(TouchSensor, touch), useSensor(KeyboardSensor, keyboard))
