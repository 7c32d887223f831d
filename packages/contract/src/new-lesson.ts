import { newLessonTitle } from './titles.ts'

/** What a lesson holds before anything was written in it: as the editor shows it, and as the server makes it. */
export const newLesson = {
  title: newLessonTitle,
  description: '',
  main_media_url: '',
  main_media_duration: 0,
  files: [],
  external_links: [],
  is_visible: true,
  is_private: false,
}
