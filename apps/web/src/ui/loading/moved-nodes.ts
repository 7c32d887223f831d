import { report } from '../report.ts'

/** The getter itself: in a text that is being cleaned, a form's own field may be named `parentNode`. */
const readParent = Object.getOwnPropertyDescriptor(Node.prototype, 'parentNode')!.get!
const parentOf = (node: Node): Node | null => readParent.call(node)

/**
 * Lets React go on in a page that something else has changed: a browser that translates it puts each text into elements of its own, and React's next
 * change of such a text would end the whole page. The first time is reported.
 */
export function tolerateMovedNodes() {
  const { removeChild, insertBefore } = Node.prototype
  let isReported = false
  /** Finds the child of this parent in which the node is by now. */
  const placeOf = (node: Node, parent: Node): Node | null => {
    if (!isReported) report(new Error('The page was changed by another program, such as a translator'))
    isReported = true
    let place: Node | null = node
    while (place && parentOf(place) !== parent) place = parentOf(place)
    return place
  }
  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    if (parentOf(child) === this) return removeChild.call(this, child) as T
    const place = placeOf(child, this)
    if (place) removeChild.call(this, place)
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(node: T, before: Node | null): T {
    const place = !before || parentOf(before) === this ? before : placeOf(before, this)
    return insertBefore.call(this, node, place) as T
  }
  return () => void Object.assign(Node.prototype, { removeChild, insertBefore })
}
