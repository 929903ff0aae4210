/**
 * [Note: Translated pages]
 * A browser that translates a page puts <font> elements in the place of text nodes, while React goes on holding these: it
 * would remove them from parents that they have left, insert beside them, and change texts that nobody sees. So the
 * element in the place of a text is remembered, and is what is removed or inserted beside; a text that changes takes its
 * place again, which the browser then translates anew. This holds for every component, also of libraries.
 */
export function allowTranslation(): void {
  /** The elements that stand in the place of texts. */
  const standIns = new WeakMap<Node, ChildNode>()
  // oxlint-disable-next-line typescript/unbound-method -- They are called with the node.
  const { insertBefore, removeChild, appendChild } = Node.prototype

  const observer = new MutationObserver(read)
  observer.observe(document, { childList: true, subtree: true })

  function read(records: readonly MutationRecord[]): void {
    for (const { type, target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      if (type === 'characterData') putBack(target)
      else
        for (const node of removedNodes)
          if (node instanceof Text && !node.isConnected) {
            const standIn = [...addedNodes, previousSibling, nextSibling].find(isOfTranslator)
            if (standIn) remember(node, standIn)
          }
    }
  }

  function remember(text: Text, standIn: ChildNode): void {
    standIns.set(text, standIn)
    observer.observe(text, { characterData: true })
  }

  /** Shows a text that has changed. */
  function putBack(text: Node): void {
    if (!text.isConnected) standIns.get(text)?.replaceWith(text)
    standIns.delete(text)
  }

  /** The child of a parent that stands in the place of a node, or around it; null if there is none. */
  function childFor(parent: Node, node: Node): Node | null {
    read(observer.takeRecords())
    for (let ancestor: Node | null = standIns.get(node) ?? node; ancestor; ancestor = ancestor.parentNode)
      if (ancestor.parentNode === parent) return ancestor
    return null
  }

  /** Before a text is moved: what stood in its place goes. */
  function withdraw(node: Node): void {
    standIns.get(node)?.remove()
    standIns.delete(node)
  }

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T
    const standIn = childFor(this, child)
    if (standIn) removeChild.call(this, standIn)
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(
    this: Node,
    node: T,
    referenceNode: Node | null,
  ): T {
    withdraw(node)
    const isChild = referenceNode === null || referenceNode.parentNode === this
    return insertBefore.call(this, node, isChild ? referenceNode : childFor(this, referenceNode)) as T
  }
  Node.prototype.appendChild = function <T extends Node>(this: Node, node: T): T {
    withdraw(node)
    return appendChild.call(this, node) as T
  }
}

const isOfTranslator = (node: Node | null): node is HTMLElement =>
  node instanceof HTMLElement && node.localName === 'font'
