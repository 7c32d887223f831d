import { Node } from '@tiptap/react'
import { pictureAddress } from './question-pictures.ts'

const attributeOf = (name: string) => ({ default: null, parseHTML: (image: HTMLElement) => image.getAttribute(name) })

/** A picture of the school's own within a line; one of elsewhere is not taken. */
export const PictureNode = Node.create<{ schoolId: string }>({
  name: 'picture',
  group: 'inline',
  inline: true,
  atom: true,
  draggable: true,
  addOptions: () => ({ schoolId: '' }),
  addAttributes: () => ({
    'data-picture': attributeOf('data-picture'),
    alt: attributeOf('alt'),
    width: attributeOf('width'),
    height: attributeOf('height'),
  }),
  parseHTML: () => [{ tag: 'img[data-picture]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('img')
      for (const name of ['alt', 'width', 'height'])
        if (node.attrs[name]) dom.setAttribute(name, String(node.attrs[name]))
      dom.src = pictureAddress(this.options.schoolId, String(node.attrs['data-picture']))
      return { dom }
    }
  },
})
