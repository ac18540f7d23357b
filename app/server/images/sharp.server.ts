import sharp from "sharp"

// libvips also decodes TIFF and other formats, which nothing here needs. SVG is for pictures that we draw ourselves;
// an upload must be of another format.
sharp.block({ operation: ["VipsForeignLoad"] })
sharp.unblock({
  operation: ["Png", "Jpeg", "Webp", "Nsgif", "Svg"].map((format) => `VipsForeignLoad${format}`),
})

// Hardly any picture is decoded twice, so libvips' cache would only use memory.
sharp.cache(false)

/** The library with the decoders that we allow. Nothing else may import it from its package. */
export { sharp }
