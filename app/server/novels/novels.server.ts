export { deleteNovel, editNovel, publishNovel, renameNovel } from "./change-novel.server.ts"
export { findOwnNovel, findSharedNovel } from "./find-novel.server.ts"
export { listOwnNovels } from "./list-novels.server.ts"
export { saveNovel } from "./save-novel.server.ts"
