import type { CoursePage } from '@escola/contract/course-pages.contract'

interface About {
  description: string
  url: string
  image: string | undefined
  school: { name: string; url: string }
}

/** Describes the public page of a course to search engines, in the words of schema.org. */
export const describeCourse = (page: CoursePage, { description, url, image, school }: About) => ({
  '@context': 'https://schema.org',
  '@type': 'Course',
  name: page.title,
  description,
  url,
  image,
  inLanguage: 'pt-BR',
  provider: { '@type': 'Organization', name: school.name, url: school.url },
  hasCourseInstance: {
    '@type': 'CourseInstance',
    courseMode: 'Online',
    instructor: page.teacher ? { '@type': 'Person', name: page.teacher } : undefined,
  },
  syllabusSections: page.modules.map(({ title }) => ({ '@type': 'Syllabus', name: title })),
})
